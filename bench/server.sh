# A private MariaDB server in $work, without network.  Sourced after common.sh,
# when `prepare` has been done.
#
# SPDX-License-Identifier: GPL-2.0-or-later

PATH=$PATH:/usr/libexec
user=$(id -un)
socket=$work/socket
server=
trap 'test -z "$server" || kill -KILL -- "-$server" 2> /dev/null
      rm -rf "$work"' EXIT

# Starts it under the words given, such as those of `tool`.
start_server() {
   local i

   # A process group of its own, so that all of it can be ended.
   set -m
   "$work/measure" "$work/took" "$@" "$(type -P mariadbd)" --no-defaults \
      --user="$user" --datadir="$work/data" --socket="$socket" \
      --pid-file="$work/pid" --tmpdir="$work" --skip-networking \
      --skip-log-bin --innodb-use-native-aio=0 \
      --innodb-buffer-pool-size=64M \
      --loose-innodb-buffer-pool-size-max=64M \
      > "$work/server" 2>&1 < /dev/null &
   server=$!
   set +m
   for ((i = 0; i < 1200; i++)); do
      kill -0 "$server" 2> /dev/null || return 1
      if client mysqladmin ping > /dev/null 2>&1; then
         return 0
      fi
      sleep 0.5
   done
   return 1
}

client() {
   local program=$1

   shift
   "$program" --no-defaults --user=root --socket="$socket" "$@"
}

stop_server() {
   client mariadb -e shutdown > "$work/err" 2>&1
   wait "$server"
   server=
}

make_database() {
   mkdir "$work/data"
   mariadb-install-db --no-defaults --user="$user" --datadir="$work/data" \
      --auth-root-authentication-method=normal --skip-test-db \
      --skip-name-resolve > "$work/err" 2>&1 ||
      die "no database could be made: $(tail -n 3 "$work/err")"
}
