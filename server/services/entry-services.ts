/** Getting in: registering, logging in elsewhere, proving addresses, being notified. */
import { acceptTerms } from './accounts/accept-terms'
import { bindEmail } from './accounts/bind-email'
import { purgeCodes } from './accounts/codes'
import { registerUser } from './accounts/register'
import { requestEmailCode } from './accounts/request-code'
import { requestReset } from './accounts/request-reset'
import { resetPassword } from './accounts/reset-password'
import { transferEarnings } from './accounts/transfer-earnings'
import type { Bind } from './bind'
import { requireBotCheck } from './bot-check/require-bot-check'
import { beginDeviceLogin } from './device-logins/begin'
import { decideDeviceLogin, showDeviceLogin } from './device-logins/decide'
import { purgeDeviceLogins, redeemDeviceLogin } from './device-logins/redeem'
import {
  changeProvider,
  createProvider,
  listProviders,
  removeProvider,
} from './identity-providers/keep'
import { logInByOauth } from './login/by-oauth'
import { logOutByProvider, logoutAddress } from './login/logout'
import { issueState } from './login/state'
import { bindTelegram, logInByTelegram } from './login/telegram'
import { boundIdentities, unbind, unbindOf } from './login/unbind'
import { bindWechat, logInByWechat } from './login/wechat'
import {
  changeContactPoint,
  createContactPoint,
  listContactPoints,
  removeContactPoint,
} from './notifications/contact-points/keep'
import { testContactPoint } from './notifications/contact-points/test'
import { deliverDue } from './notifications/deliver-due'
import { dismiss } from './notifications/dismiss'
import { notifyOfLimit } from './notifications/limit-notice'
import { listNotices } from './notifications/list'
import { notifyRoot, notifyRootOfProxy, warnOfLowQuota } from './notifications/notices'
import { retryNotice } from './notifications/retry'
import { setNotifySetting } from './notifications/set-setting'
import { testMail, testOwnNotice } from './notifications/try'
import { changeScimGroup, createScimGroup, listScimGroups, removeScimGroup } from './scim/groups'
import { changeScimUser, createScimUser, removeScimUserById, scimUsers } from './scim/users'

export function entryServices(bound: Bind) {
  return {
    accounts: accountServices(bound),
    scim: {
      users: bound(scimUsers),
      createUser: bound(createScimUser),
      changeUser: bound(changeScimUser),
      removeUser: bound(removeScimUserById),
      groups: bound(listScimGroups),
      createGroup: bound(createScimGroup),
      changeGroup: bound(changeScimGroup),
      removeGroup: bound(removeScimGroup),
    },
    identityProviders: {
      list: bound(listProviders),
      create: bound(createProvider),
      change: bound(changeProvider),
      remove: bound(removeProvider),
    },
    logins: {
      issueState: bound(issueState),
      byOauth: bound(logInByOauth),
      logoutAddress: bound(logoutAddress),
      outByProvider: bound(logOutByProvider),
      bindings: bound(boundIdentities),
      byWechat: bound(logInByWechat),
      byTelegram: bound(logInByTelegram),
      bindWechat: bound(bindWechat),
      bindTelegram: bound(bindTelegram),
      unbind: bound(unbind),
      unbindOf: bound(unbindOf),
    },
    deviceLogins: {
      begin: bound(beginDeviceLogin),
      show: bound(showDeviceLogin),
      decide: bound(decideDeviceLogin),
      redeem: bound(redeemDeviceLogin),
      purge: bound(purgeDeviceLogins),
    },
    botCheck: { require: bound(requireBotCheck) },
    contactPoints: {
      list: bound(listContactPoints),
      create: bound(createContactPoint),
      change: bound(changeContactPoint),
      remove: bound(removeContactPoint),
      test: bound(testContactPoint),
    },
    notifications: {
      warnOfLowQuota: bound(warnOfLowQuota),
      tellRoot: bound(notifyRoot),
      tellRootOfProxy: bound(notifyRootOfProxy),
      tellOfLimit: bound(notifyOfLimit),
      setSetting: bound(setNotifySetting),
      deliverDue: bound(deliverDue),
      list: bound(listNotices),
      retry: bound(retryNotice),
      dismiss: bound(dismiss),
      testOwn: bound(testOwnNotice),
      testMail: bound(testMail),
    },
  } as const
}

function accountServices(bound: Bind) {
  return {
    register: bound(registerUser),
    acceptTerms: bound(acceptTerms),
    requestEmailCode: bound(requestEmailCode),
    bindEmail: bound(bindEmail),
    requestReset: bound(requestReset),
    resetPassword: bound(resetPassword),
    transferEarnings: bound(transferEarnings),
    purgeCodes: bound(purgeCodes),
  } as const
}
