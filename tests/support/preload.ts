/** Before every test file: bunfig.toml names it. */
import { setDefaultTimeout } from 'bun:test'

/** Of a test that hangs. Files that run side by side share the cores with their programs. */
const TEST_TIMEOUT_MS = 60_000

setDefaultTimeout(TEST_TIMEOUT_MS)
