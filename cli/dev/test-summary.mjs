// Reads what `bun test` prints: the counts at its end, and which files failed.
import { stripVTControlCharacters } from 'node:util'

/**
 * @param {string} output everything the run printed
 * @param {number} exitCode of the run
 * @returns {{ passed: number, failed: number }} errors outside a test count as failures, and
 *   so does a run that ended badly without naming one (a crash, a bad argument)
 */
export function countTests(output, exitCode) {
  const passed = lastCount(output, 'pass')
  const failed = lastCount(output, 'fail') + lastCount(output, 'errors?')
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed }
}

function lastCount(output, word) {
  // A line of its own, possibly coloured. The last one: tests may print such lines too.
  const line = new RegExp(
    `^(?:\\x1b\\[[\\d;]*m)*\\s*(\\d+) ${word}(?:\\x1b\\[[\\d;]*m)*\\s*$`,
    'gm',
  )
  return Number([...output.matchAll(line)].at(-1)?.[1] ?? 0)
}

const HEADER = /^(\S+\.test\.tsx?):$/
const CRASHED = /^✗ (\S+\.test\.tsx?) \((worker crashed.*)\)$/
const UNCAUGHT = '# Unhandled error between tests'

/**
 * Files run side by side print in pieces, each under the name of its file.
 *
 * @param {string} output everything the run printed
 * @returns {string[]} `file: what failed in it`, a line each; a name is repeated by the list
 *   that Bun prints at the end, under no file
 */
export function failuresByFile(output) {
  const found = new Map()
  const note = (file, what) => found.set(file, (found.get(file) ?? new Set()).add(what))
  let file
  for (const coloured of output.split('\n')) {
    const line = stripVTControlCharacters(coloured).trimEnd()
    const crash = CRASHED.exec(line)
    if (HEADER.test(line)) file = HEADER.exec(line)?.[1]
    else if (/^\d+ tests? failed:$/.test(line)) file = undefined
    else if (crash) note(crash[1], crash[2])
    else if (file && line === UNCAUGHT) note(file, 'an error outside its tests')
    else if (file && line.startsWith('(fail) ')) {
      note(file, line.slice('(fail) '.length).replace(/ \[[\d.]+m?s\]$/, ''))
    }
  }
  return [...found].flatMap(([name, all]) => [...all].map((what) => `${name}: ${what}`))
}
