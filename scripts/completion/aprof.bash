# Completion of aprof's command line for bash: verbs, options, values to choose
# from, files.  What there is comes from `aprof --list-options` and from
# `aprof VERB --list-options`.
#
# SPDX-License-Identifier: GPL-2.0-or-later

# Print the names, or the values of the option $2, of the list on stdin.
_aprof_words() {
   awk -F '\t' -v wanted="$1" '
      wanted == "" { print $1 }
      wanted != "" && $1 == wanted "=" { gsub(/ /, "\n", $2); print $2 }'
}

_aprof() {
   local program=${COMP_WORDS[0]} line=${COMP_LINE:0:COMP_POINT}
   local words word verb option='' last

   # By blanks, not by COMP_WORDBREAKS: `--format=tsv` is a word here.
   read -ra words <<<"$line"
   [[ $line == *[[:space:]] ]] && words+=('')
   last=$((${#words[@]} - 1)) word=${words[last]} verb=${words[1]}
   COMPREPLY=()
   if ((last == 1)); then
      mapfile -t COMPREPLY < <(compgen -W "$(command "$program" \
         --list-options 2>/dev/null | _aprof_words '')" -- "$word")
      return
   fi
   if [[ $verb == help ]]; then
      mapfile -t COMPREPLY < <(compgen -W "$(command "$program" --list-options \
         2>/dev/null | _aprof_words '' | grep -v '^-')" -- "$word")
      return
   fi
   if [[ $word == --*=* ]]; then
      option=${word%%=*} word=${word#*=}
   elif [[ ${words[last - 1]} == --* && ${words[last - 1]} != *=* ]]; then
      option=${words[last - 1]}
   fi
   # The values of an option; without a list, files: bash's default.
   if [[ -n $option ]]; then
      mapfile -t COMPREPLY < <(compgen -W "$(command "$program" "$verb" \
         --list-options 2>/dev/null | _aprof_words "$option")" -- "$word")
      if [[ ${words[last]} == --*=* && ${COMP_WORDBREAKS-} != *=* ]]; then
         COMPREPLY=("${COMPREPLY[@]/#/$option=}")
      fi
      return
   fi
   if [[ $word == -* ]]; then
      mapfile -t COMPREPLY < <(compgen -W "$(command "$program" "$verb" \
         --list-options 2>/dev/null | _aprof_words '')" -- "$word")
      [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null
   elif [[ $verb == run ]]; then
      mapfile -t COMPREPLY < <(compgen -c -- "$word")
   fi
}

complete -o default -F _aprof aprof
