/** How people are known again once they have come in. */

import {
  changeAccessToken,
  createAccessToken,
  createAccessTokenOf,
  listAccessTokens,
  revokeAccessToken,
  revokeAccessTokenOf,
} from './access-tokens/named'
import {
  removeAccessToken,
  removeAccessTokenOf,
  resetAccessToken,
  resetAccessTokenOf,
} from './access-tokens/reset'
import { viewerOfAccessToken } from './access-tokens/viewer'
import type { Bind } from './bind'
import { answerBefore, keepAnswerOf, purgeIdempotencyKeys } from './idempotency'
import { assignRole, changeRole, createRole, listRoles, removeRole } from './roles/roles'
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
import { browserMark } from './sessions/browser-mark'
import { confirmIdentity } from './sessions/confirm'
import {
  endSession,
  listOwnSessions,
  purgeSessions,
  revokeOtherSessions,
  revokeSession,
} from './sessions/end'
import { endAllSessions, revokeSessionOf } from './sessions/end-all'
import { viewerOfSession } from './sessions/identify'
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
      browserMark: (sent: Parameters<typeof browserMark>[1]) => browserMark(deps, sent),
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
      list: bound(listAccessTokens),
      create: bound(createAccessToken),
      createOf: bound(createAccessTokenOf),
      change: bound(changeAccessToken),
      revoke: bound(revokeAccessToken),
      revokeOf: bound(revokeAccessTokenOf),
    },
    roles: {
      list: bound(listRoles),
      create: bound(createRole),
      change: bound(changeRole),
      remove: bound(removeRole),
      assign: bound(assignRole),
    },
  } as const
}
