/** Secrets recognised by name alone: headers and JSON fields such as `api_key`. */

const NAME = '"[\\w-]*(?:authorization|cookie|api[-_]?key|secret|password|token)"'
const VALUE = '"(?:[^"\\\\]|\\\\.)*"'
const NAMED = new RegExp(
  `(${NAME}\\s*:\\s*)(${VALUE}|\\[\\s*${VALUE}(?:\\s*,\\s*${VALUE})*\\s*\\])`,
  'gi',
)

/** JSON text with `***` for such values, which are texts or lists of texts. */
export function withoutNamedSecrets(json: string): string {
  return json.replace(NAMED, '$1"***"')
}

export function hasNamedSecrets(json: string): boolean {
  return withoutNamedSecrets(json) !== json
}
