/** Another program that takes the database's write lock and keeps it. */

const HOLDER = `
  import { Database } from 'bun:sqlite'
  const database = new Database(process.argv[1])
  database.run('PRAGMA busy_timeout = 10000')
  database.run('BEGIN IMMEDIATE')
  // One that is garbage collected would let go of its lock.
  globalThis.database = database
  console.log('held')
  setInterval(() => {}, 1000)
`

/** A gateway with this makes one attempt at the lock instead of ten seconds of them. */
export const IMPATIENT = { GW_DATABASE_WAIT_MS: '40' }

export interface HeldLock {
  letGo(): Promise<void>
}

/** Takes the write lock as a careless script would; killing the process lets go of it. */
export async function holdLock(file: string): Promise<HeldLock> {
  const child = Bun.spawn([process.execPath, '-e', HOLDER, file], { stdout: 'pipe' })
  const reader = child.stdout.getReader()
  const { done } = await reader.read()
  if (done) throw new Error('the write lock could not be taken')
  return {
    async letGo() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}
