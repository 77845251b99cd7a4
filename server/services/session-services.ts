/** How people are known again once they have come in. */

import {
  removeAccessToken,
  removeAccessTokenOf,
  resetAccessToken,
  resetAccessTokenOf,
} from './access-tokens/reset'
import type { Bind } from './bind'
import { answerBefore, keepAnswerOf, purgeIdempotencyKeys } from './idempotency'
import { beginApp, disableApp, enableApp, renewRecoveryCodes } from './second-factor/app'
import {
  beginPasskeyLogin,
  beginPasskeyProof,
  logInByPasskey,
  verifyByPasskey,
} from './second-factor/by-passkey'
import { logInByCode, verifyByCode } from './second-factor/login'
import { addPasskey, beginPasskey, namePasskey, removePasskeys } from './second-factor/passkeys'
import { resetFactors } from './second-factor/reset'
import { factorStats, factorStatus } from './second-factor/status'
import type { ServiceDeps } from './service-deps'
import { confirmIdentity } from './sessions/confirm'
import {
  endSession,
  listOwnSessions,
  purgeSessions,
  revokeOtherSessions,
  revokeSession,
} from './sessions/end'
import { endAllSessions, revokeSessionOf } from './sessions/end-all'
import { viewerOfAccessToken, viewerOfSession } from './sessions/identify'
import { knownBrowserCookie, knownBrowsersIn } from './sessions/known-browser'
import { createLogin } from './sessions/login'
import { createRefusedLogins } from './sessions/refused-login'
import { renewLogin } from './sessions/renew-login'
import { startSession } from './sessions/start'

export function sessionServices(bound: Bind, deps: ServiceDeps) {
  const noteRefused = createRefusedLogins(deps)
  return {
    sessions: {
      login: createLogin(deps, noteRefused),
      noteRefused,
      start: bound(startSession),
      viewerOf: bound(viewerOfSession),
      confirm: bound(confirmIdentity),
      renewLogin: bound(renewLogin),
      list: bound(listOwnSessions),
      end: bound(endSession),
      revoke: bound(revokeSession),
      revokeOthers: bound(revokeOtherSessions),
      endAll: bound(endAllSessions),
      revokeOf: bound(revokeSessionOf),
      purge: bound(purgeSessions),
      knownBrowserCookie: bound(knownBrowserCookie),
      knownBrowsersIn: (cookieHeader: string) => knownBrowsersIn(deps, cookieHeader),
    },
    secondFactors: {
      status: bound(factorStatus),
      stats: bound(factorStats),
      beginApp: bound(beginApp),
      enableApp: bound(enableApp),
      disableApp: bound(disableApp),
      renewCodes: bound(renewRecoveryCodes),
      logInByCode: bound(logInByCode),
      verifyByCode: bound(verifyByCode),
      beginPasskey: bound(beginPasskey),
      addPasskey: bound(addPasskey),
      namePasskey: bound(namePasskey),
      removePasskeys: bound(removePasskeys),
      beginPasskeyLogin: bound(beginPasskeyLogin),
      logInByPasskey: bound(logInByPasskey),
      beginPasskeyProof: bound(beginPasskeyProof),
      verifyByPasskey: bound(verifyByPasskey),
      reset: bound(resetFactors),
    },
    idempotency: {
      before: bound(answerBefore),
      keep: bound(keepAnswerOf),
      purge: bound(purgeIdempotencyKeys),
    },
    accessTokens: {
      viewerOf: bound(viewerOfAccessToken),
      reset: bound(resetAccessToken),
      remove: bound(removeAccessToken),
      resetOf: bound(resetAccessTokenOf),
      removeOf: bound(removeAccessTokenOf),
    },
  } as const
}
