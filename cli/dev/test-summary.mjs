// Reads the counts that `bun test` prints at its end.

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
