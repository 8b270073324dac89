#!/usr/bin/python3
"""Merge profiles by Dask's distributed scheduler, as a tree.

   merge_tree.py SCHEDULER OUT FOLDER [--width=N] [--kill-one]

All machines must see FOLDER, which holds the profiles, *.aprof, and gets the
parts.  A task merges WIDTH profiles [10]; merging is associative, so the shape
of the tree does not matter.

If a worker dies, the scheduler gives its tasks to other workers.  Nothing is
lost, since a task reads files that stay, and nothing is counted twice, since
the name of a part depends on its place in the tree alone: a task that runs
again replaces its part.  A task that a dead worker began may still be running;
therefore each attempt writes a file of its own, which is renamed when it is
complete.

--kill-one kills the process of a worker after a third of the tasks.

SPDX-License-Identifier: GPL-2.0-or-later
"""

import os
import signal
import subprocess
import sys
import uuid

from distributed import Client, as_completed


def merge(part, files):
    """Merge files into a part; return the part's name."""
    attempt = f"{part}.{uuid.uuid4().hex}"
    subprocess.run(["aprof", "merge", "-o", attempt, "--files-from=-"],
                   input="\n".join(files), text=True, check=True)
    os.replace(attempt, part)
    return part


def submit_tree(client, folder, width):
    """Submit all tasks; return them, the last one is the whole."""
    level = sorted(os.path.join(folder, name) for name in os.listdir(folder)
                   if name.endswith(".aprof"))
    tasks, depth = [], 0
    os.makedirs(os.path.join(folder, "parts"), exist_ok=True)
    while depth == 0 or len(level) > 1:
        groups = [level[i:i + width] for i in range(0, len(level), width)]
        level = [client.submit(merge,
                               os.path.join(folder, "parts", f"{depth}-{i}"),
                               group, key=f"merge-{depth}-{i}", retries=3)
                 for i, group in enumerate(groups)]
        tasks += level
        depth += 1
    return tasks


def main():
    scheduler, out, folder = sys.argv[1:4]
    options = sys.argv[4:]
    width = max([int(o.split("=")[1]) for o in options
                 if o.startswith("--width=")], default=10)
    client = Client(scheduler)
    tasks = submit_tree(client, os.path.abspath(folder), width)
    if "--kill-one" in options:
        for count, _ in enumerate(as_completed(tasks[:-1]), 1):
            if count >= len(tasks) // 3:
                break
        victim = sorted(client.run(os.getpid).values())[0]
        os.kill(victim, signal.SIGKILL)
        done = sum(task.done() for task in tasks)
        print(f"killed a worker after {done} of {len(tasks)} tasks")
    os.replace(tasks[-1].result(timeout=600), out)
    client.close()


if __name__ == "__main__":
    main()
