/** What happens when the server no longer knows who is signed in. */
import { forgetViewer, viewerId } from '../app/session'

type Ask = () => Promise<boolean>

let ask: Ask | undefined
let pending: Promise<boolean> | undefined

/** Who can let the same person sign in again without leaving the page. Returns its end. */
export function askAtExpiry(how: Ask): () => void {
  ask = how
  return () => {
    if (ask === how) ask = undefined
  }
}

/**
 * Whether the call is worth making again. What somebody is writing stays in front of them while
 * they sign in again; whoever only reads is led to the login and back.
 */
export async function signedInAgain(method: string): Promise<boolean> {
  const isWriting = method !== 'GET' || document.querySelector('[role="dialog"] form') !== null
  if (ask === undefined || viewerId() < 0 || !isWriting) {
    leaveForLogin()
    return false
  }
  pending ??= ask().finally(() => {
    pending = undefined
  })
  return await pending
}

/** A full navigation, so that nothing of the last user stays in memory. */
function leaveForLogin(): void {
  const { pathname, search } = location
  forgetViewer()
  if (pathname === '/login') return
  location.assign(`/login?${new URLSearchParams({ expired: 'true', next: pathname + search })}`)
}
