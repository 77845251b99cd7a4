/**
 * Other services are visited in a window of their own. It comes back to `/oauth/…`, where it
 * does what it was opened for, notifies the page that opened it, and closes. Where no window opens,
 * the page goes there itself, and the answer is shown in it.
 */
import type { UserJson } from '../../../server/domain/endpoints/user'
import { isRecord, readStored, store } from '../../app/storage'

const CHANNEL = 'oauth-return'
/** The `state` that another service was given in a window of its own. */
const STORED_AS = 'oauth-window'

export interface ProviderReturn {
  readonly state: string
  /** Who has logged in; `undefined` where an account was linked. */
  readonly user: UserJson | undefined
}

/** Of the last visit; one that was given up is not waited for. */
let waiting: BroadcastChannel | undefined

/** To be called for a click, as browsers open windows for nothing else. */
export async function visitProvider(
  addressOf: () => Promise<string>,
  onReturn: (answer: ProviderReturn) => void,
): Promise<void> {
  const opened = window.open('', '_blank')
  try {
    const address = await addressOf()
    if (opened === null) return location.assign(address)
    awaitReturn(address, onReturn)
    // What is shown there has no say over this page.
    opened.opener = null
    opened.location.replace(address)
  } catch (error) {
    opened?.close()
    throw error
  }
}

function awaitReturn(address: string, onReturn: (answer: ProviderReturn) => void): void {
  const state = new URL(address).searchParams.get('state') ?? ''
  store(STORED_AS, state)
  waiting?.close()
  const channel = new BroadcastChannel(CHANNEL)
  waiting = channel
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isRecord(data) || data.state !== state) return
    channel.close()
    onReturn({ state, user: data.user as UserJson | undefined })
  }
}

/** Closes the window that was opened for the visit; any other goes on. */
export function tellOpener(answer: ProviderReturn): void {
  if (answer.state === '' || readStored(STORED_AS) !== answer.state) return
  store(STORED_AS, undefined)
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(answer)
  channel.close()
  window.close()
}
