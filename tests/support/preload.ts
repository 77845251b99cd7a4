/** Before the first test file: bunfig.toml names it. */
import { setDefaultTimeout } from 'bun:test'

/** As `npm test` has it for every file: Bun forgets it after the first. */
const TEST_TIMEOUT_MS = 60_000

setDefaultTimeout(TEST_TIMEOUT_MS)
