# Print the parts of a JSON text that do not fit a schema, a line each, at most
# ten.  Only what docs/profile.schema.json uses is implemented; a schema with
# anything else is refused.
#
# Usage: jq -r --slurpfile schema SCHEMA -f schema.jq FILE
#
# SPDX-License-Identifier: GPL-2.0-or-later

def known: ["$ref", "type", "const", "enum", "oneOf", "minimum", "pattern",
            "required", "additionalProperties", "properties", "items",
            "minItems", "description", "title", "$schema", "$comment", "$defs"];

def is($want):
   if $want == "integer" then type == "number" and . == floor
   else type == $want end;

def errors($s; $root; $path):
   (($s | keys - known)[] | "\($path): the schema says \(.)"),
   if $s["$ref"] then
      errors($root["$defs"][$s["$ref"] | ltrimstr("#/$defs/")]; $root; $path)
   else empty end,
   if $s | has("type") then
      . as $v | [$s.type] | flatten | map(. as $t | $v | is($t)) | any |
      if . then empty else "\($path): type" end
   else empty end,
   if ($s | has("const")) and . != $s.const then "\($path): const" else empty
   end,
   if $s.enum then
      . as $v | if $s.enum | index([$v]) then empty else "\($path): enum" end
   else empty end,
   if $s.oneOf then
      . as $v | [$s.oneOf[] | . as $o | $v | [errors($o; $root; $path)] |
                 select(length == 0)] |
      if length == 1 then empty else "\($path): oneOf" end
   else empty end,
   if type == "number" and $s.minimum and . < $s.minimum
   then "\($path): minimum" else empty end,
   if type == "string" and $s.pattern and (test($s.pattern) | not)
   then "\($path): pattern" else empty end,
   if type == "object" then
      (($s.required // []) - keys | .[] | "\($path).\(.): missing"),
      if $s.additionalProperties == false then
         keys - ($s.properties | keys) | .[] | "\($path).\(.): unknown"
      else empty end,
      (($s.properties // {}) as $p | to_entries[] | select($p[.key]) |
       .key as $k | .value | errors($p[$k]; $root; "\($path).\($k)"))
   else empty end,
   if type == "array" then
      (if length < ($s.minItems // 0) then "\($path): minItems" else empty end),
      if $s.items then
         to_entries[] | .key as $k | .value |
         errors($s.items; $root; "\($path)[\($k)]")
      else empty end
   else empty end;

limit(10; errors($schema[0]; $schema[0]; ""))
