/** What calls do when the server requires more than a login: a second factor, or the terms. */

import { ApiError } from '../../server/domain/api-calls/answer'
import type { UserJson } from '../../server/domain/endpoints/user'

/** What the frame is to ask. */
export type FactorQuestion =
  | {
      readonly purpose: 'login'
      readonly answer: (user: UserJson) => void
      readonly giveUp: () => void
    }
  | { readonly purpose: 'proof'; readonly answer: () => void; readonly giveUp: () => void }

type LoginAnswer = UserJson | { readonly require_2fa: true }

let ask: ((question: FactorQuestion) => void) | undefined
let proving: Promise<boolean> | undefined

/** Returns its end. */
export function askForFactors(how: (question: FactorQuestion) => void): () => void {
  ask = how
  return () => {
    if (ask === how) ask = undefined
  }
}

/** Who has logged in, after the second step where there is one; `undefined` when it is given up. */
export async function afterSecondStep(answer: LoginAnswer): Promise<UserJson | undefined> {
  if (!('require_2fa' in answer)) return answer
  return await new Promise((resolve) => {
    ask?.({ purpose: 'login', answer: resolve, giveUp: () => resolve(undefined) })
  })
}

/** Makes the call once more after the second factor was proved, where that was missing. */
export async function withFactor<Answer>(order: () => Promise<Answer>): Promise<Answer> {
  try {
    return await order()
  } catch (error) {
    const code = error instanceof ApiError ? error.code : ''
    // Not in full: a code that stands here would have its text in every page.
    if (code.startsWith('session.terms')) leaveFor(TERMS_PAGE)
    if (!code.startsWith('session.factor')) throw error
    if (code.includes('setup')) leaveFor(SETUP_PAGE)
    else if (await isProved()) return await order()
    throw error
  }
}

/** Several calls that are refused at once ask once. */
async function isProved(): Promise<boolean> {
  proving ??= new Promise<boolean>((resolve) => {
    const [answer, giveUp] = [() => resolve(true), () => resolve(false)]
    if (ask === undefined) giveUp()
    else ask({ purpose: 'proof', answer, giveUp })
  }).finally(() => {
    proving = undefined
  })
  return await proving
}

const SETUP_PAGE = '/second-factor'
const TERMS_PAGE = '/terms'

function leaveFor(page: string): void {
  const { pathname, search } = location
  if (pathname === page) return
  location.assign(`${page}?${new URLSearchParams({ next: pathname + search })}`)
}
