import type { Static } from '@sinclair/typebox'
import type { UserOrSecondStep } from '../../domain/endpoints/second-factor'
import type { SignedIn } from '../../services/sessions/login'
import { reply } from '../envelope'
import { userJson } from './user-json'

export type LoginJson = Static<typeof UserOrSecondStep>

/** A login that waits for its second step reveals nothing of whose it is. */
export function loginReply({ user, sessionId, isPending }: SignedIn) {
  const data = isPending ? ({ require_2fa: true } as const) : userJson(user)
  return reply<LoginJson>({ data, session: sessionId })
}
