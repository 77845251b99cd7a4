/** What calls do when the server asks for a second factor; the frame shows how it is given. */

import { ApiError } from '../../server/domain/api-calls/answer'
import type { UserJson } from '../../server/domain/endpoints/user'

interface Asks {
  /** Ends a login that waits; `undefined` when it is given up. */
  readonly login: () => Promise<UserJson | undefined>
  /** Proves it once more; resolves to whether that was done. */
  readonly proof: () => Promise<boolean>
}

type LoginAnswer = UserJson | { readonly require_2fa: true }

let asks: Asks | undefined
let proving: Promise<boolean> | undefined

/** Returns its end. */
export function askForFactors(how: Asks): () => void {
  asks = how
  return () => {
    if (asks === how) asks = undefined
  }
}

/** Who has logged in, after the second step where there is one; `undefined` when it is given up. */
export async function afterSecondStep(answer: LoginAnswer): Promise<UserJson | undefined> {
  return 'require_2fa' in answer ? await asks?.login() : answer
}

/** Makes the call once more after the second factor was proved, where that was missing. */
export async function withFactor<Answer>(order: () => Promise<Answer>): Promise<Answer> {
  try {
    return await order()
  } catch (error) {
    const code = error instanceof ApiError ? error.code : ''
    if (code === 'session.factor_setup_needed') leaveForSetup()
    if (code !== 'session.factor_needed' || !(await isProved())) throw error
    return await order()
  }
}

/** Several calls that are refused at once ask once. */
async function isProved(): Promise<boolean> {
  proving ??= (asks?.proof() ?? Promise.resolve(false)).finally(() => {
    proving = undefined
  })
  return await proving
}

const SETUP_PAGE = '/second-factor'

function leaveForSetup(): void {
  const { pathname, search } = location
  if (pathname === SETUP_PAGE) return
  location.assign(`${SETUP_PAGE}?${new URLSearchParams({ next: pathname + search })}`)
}
