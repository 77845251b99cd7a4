/** Identifies processes even after their pid is reused. */
import { readFileSync } from 'node:fs'

/** The pid and, where the system reports it, when the process started. */
export function processMark(pid: number): string {
  return `${pid} ${beganAt(pid)}`.trim()
}

/** Whether the process that was marked so still runs. */
export function stillRuns(mark: string): boolean {
  const [pid = '', began] = mark.trim().split(' ')
  if (!/^\d+$/.test(pid) || !isRunning(Number(pid))) return false
  const now = beganAt(Number(pid))
  return began === undefined || now === '' || now === began
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of somebody else may not be signalled, but it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Of the fields behind the name of the program, which may hold anything. */
const BEGAN_FIELD = 19

/** Ticks since the machine began; "" where there is no /proc. */
function beganAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[BEGAN_FIELD] ?? ''
  } catch {
    return ''
  }
}
