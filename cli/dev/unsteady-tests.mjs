// A few files that failed among others run once more alone: those that pass then are flaky.

import { say } from './packages.mjs'
import { failuresByFile } from './test-summary.mjs'

/** More than so many are no accident. */
const MOST_FILES = 3

/**
 * @param {string[]} failures `file: what failed in it`
 * @param {{ passed: number, failed: number }} first counts of the whole run
 * @param {(files: string[]) => Promise<{ output: string, failed: number }>} runAlone
 * @returns {Promise<{ passed: number, failed: number }>} counts in which each test stands once
 */
export async function tellUnsteady(failures, first, runAlone) {
  const files = [...new Set(failures.map((failure) => failure.slice(0, failure.indexOf(': '))))]
  const isAccident = files.length > 0 && files.length <= MOST_FILES
  if (!isAccident) {
    for (const failure of failures) say(`gw: failed in ${failure}`)
    return first
  }
  say(`gw: running once more, alone: ${files.join(' ')}`)
  const alone = await runAlone(files)
  const still = new Set(failuresByFile(alone.output))
  for (const failure of still) say(`gw: failed in ${failure}`)
  for (const failure of failures) if (!still.has(failure)) say(`gw: unsteady in ${failure}`)
  return { passed: first.passed + first.failed - alone.failed, failed: alone.failed }
}
