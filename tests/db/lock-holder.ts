/** Holds the serve lock named by its argument until it is killed. */
import { acquireServeLock } from '../../db/sqlite/serve-lock'

const outcome = acquireServeLock(process.argv[2] ?? '') === undefined ? 'refused' : 'held'
// The lock must not depend on anybody remembering it.
Bun.gc(true)
console.log(outcome)
setInterval(() => undefined, 1000)
