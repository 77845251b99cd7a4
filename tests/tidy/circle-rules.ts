/** Rules that whoever imports is not imported back. */
import { circlesOf, filesOf, partsOf } from './parts'
import type { Offence, Places, Rule } from './rule'

/** Folders whose parts, a folder or a file directly in it each, know each other one way only. */
export const LAYERED: Places = [
  'cli/',
  'cli/commands/',
  'cli/dev/',
  'cli/tui/',
  'db/',
  'server/',
  'server/http/',
  'server/schedule/',
  'server/relay/',
  'server/services/',
  'web/',
  'web/components/',
]

const files: Rule = {
  name: 'no files import each other in a circle, not even types or late',
  check: (tree) => circlesOf(filesOf(tree)).map(offence),
}

const parts: Rule = {
  name: 'no parts of a layered folder import each other in a circle',
  check: (tree) => LAYERED.flatMap((folder) => circlesOf(partsOf(tree, folder)).map(offence)),
}

export const CIRCLE_RULES: readonly Rule[] = [files, parts]

function offence(circle: readonly string[]): Offence {
  return { path: circle[0] ?? '', line: 1, reason: circle.join(' → ') }
}
