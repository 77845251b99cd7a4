/** What the last test of all channels has found so far, for whoever looks at it later. */
import type { Bind } from '../../bind'
import type { Actor } from '../../service-deps'
import { type TestSummary, type TestWatch, testAllChannels } from './test-all'

export interface TestState extends TestSummary {
  readonly running: boolean
  readonly done: number
  readonly total: number
}

const NOTHING: TestState = {
  running: false,
  done: 0,
  total: 0,
  tested: 0,
  failed: 0,
  skipped: 0,
  failures: [],
}

/** Of this process: a test that another one began is shown by its own screen. */
export function testBoard(bound: Bind) {
  const begin = bound(testAllChannels)
  let state = NOTHING
  return {
    async testAll(actor: Actor, watch: TestWatch = {}) {
      let next = { ...NOTHING, running: true }
      const sweep = await begin(actor, {
        ...watch,
        progress(done, total) {
          next = { ...next, done, total }
          state = next
          watch.progress?.(done, total)
        },
        onTested(summary) {
          next = { ...next, ...summary, done: next.done + 1 }
          state = next
          watch.onTested?.(summary)
        },
      })
      state = next
      const end = (summary?: TestSummary): void => {
        state = { ...next, ...summary, running: false }
      }
      sweep.finished.then(end, () => end())
      return sweep
    },
    testState: async (): Promise<TestState> => state,
  }
}
