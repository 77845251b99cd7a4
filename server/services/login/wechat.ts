/**
 * WeChat through a helper server: it answers messages to an official account with a code that
 * lives three minutes, and tells us who a code was given to.
 */
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Actor, ServiceDeps } from '../service-deps'
import { type Browser, bindIdentity, type Entered, type Entry, enter } from './enter'
import { loginFailure, PeerError, requestJson } from './http-client'
import { type LoginMethod, textOf } from './provider'
import { type LoginPurpose, providerPlace } from './state'

export const WECHAT: LoginMethod = {
  name: 'wechat',
  title: 'WeChat',
  place: 'wechat_id',
  defaultDisplayName: 'WeChat User',
  isOpen: (options) => options.WeChatAuthEnabled,
}

export interface WechatCode {
  readonly code: string
  readonly browser: Browser
  /** Of whoever invited a person who registers by it. */
  readonly affCode?: string | undefined
  /** `enter` unless given. */
  readonly purpose?: LoginPurpose | undefined
}

/** Throws `login.method_closed`, `code.wrong`, `oauth.failed` and what `enter` throws. */
export async function logInByWechat(
  deps: ServiceDeps,
  actor: Actor,
  given: WechatCode,
): Promise<Entered> {
  const { viewer } = given.browser
  const browser = { ...given.browser, viewer: given.purpose === 'renew' ? viewer : undefined }
  return await enter(deps, actor, { ...(await entryOf(deps, given)), browser })
}

export async function bindWechat(
  deps: ServiceDeps,
  actor: Actor,
  given: WechatCode,
): Promise<void> {
  await bindIdentity(deps, actor, await entryOf(deps, given))
}

async function entryOf(deps: ServiceDeps, given: WechatCode): Promise<Entry> {
  const { code, browser, affCode = '', purpose = 'enter' } = given
  const { options, reveal } = await providerPlace(deps)
  if (!WECHAT.isOpen(options)) throw new GatewayError('login.method_closed', methodParams)
  if (code.trim() === '') throw new GatewayError('code.wrong')
  const query = new URLSearchParams({ code: code.trim() })
  const answer = await requestJson({
    url: `${options.WeChatServerAddress}/api/wechat/user?${query}`,
    headers: { authorization: reveal(options.WeChatServerToken) },
  }).catch((error) => {
    throw loginFailure(WECHAT.title, error)
  })
  const id = textOf(answer.data)
  if (answer.success !== true) throw new GatewayError('code.wrong')
  if (id === '') throw loginFailure(WECHAT.title, new PeerError('answer'))
  const identity = { id, username: '', displayName: '', email: '' }
  return { method: WECHAT, identity, affCode, browser, purpose }
}

const methodParams = { method: WECHAT.title }
