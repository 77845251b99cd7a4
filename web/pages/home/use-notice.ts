/** The announcement, and what this browser has seen of it; the bell and the banner share it. */
import { useSyncExternalStore } from 'react'
import { peekEarly } from '../../api/early'
import { useEndpoint } from '../../api/use-endpoint'
import { nowMs } from '../../app/now'
import { isRecord, readStored, store } from '../../app/storage'

const SEEN = 'notice'
const QUIET_ON = 'notice-quiet'

const listeners = new Set<() => void>()
/** Where storage is refused, it is remembered until the window is closed. */
const inMemory = new Map<string, string>()

function read(key: string): string | undefined {
  return inMemory.get(key) ?? readStored(key)
}

function write(key: string, value: string): void {
  if (!store(key, value)) inMemory.set(key, value)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** As the reader's calendar has it. */
function today(): string {
  return new Date(nowMs()).toDateString()
}

/** Longer than this nobody waits for a page because something may be announced. */
const PATIENCE_MS = 1000

/** Known before the first picture: a banner that comes later moves the page. */
let early = ''

/** Requested before this script, together with what the page waits for anyway. */
export async function openNotice(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  const answer = await Promise.race([peekEarly('/api/notice'), late])
  if (isRecord(answer) && typeof answer.data === 'string') early = answer.data
}

export interface NoticeState {
  /** "" when there is none. */
  readonly notice: string
  readonly isNew: boolean
  /** Whoever wants quiet has it until tomorrow, whatever is announced. */
  readonly isQuiet: boolean
  readonly see: () => void
  readonly quiet: () => void
}

export function useNotice(): NoticeState {
  const { data = early } = useEndpoint('status.notice')
  const seen = useSyncExternalStore(subscribe, () => read(SEEN))
  const quietOn = useSyncExternalStore(subscribe, () => read(QUIET_ON))
  const notice = data.trim() === '' ? '' : data
  return {
    notice,
    isNew: notice !== '' && notice !== seen,
    isQuiet: quietOn === today(),
    see: () => write(SEEN, notice),
    quiet: () => write(QUIET_ON, today()),
  }
}
