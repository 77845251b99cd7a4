/**
 * WeChat through a helper server: it answers messages to an official account with a code that
 * lives three minutes, and tells us who a code was given to.
 */
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Actor, ServiceDeps } from '../service-deps'
import type { SignedIn } from '../sessions/login'
import { type Browser, bindIdentity, type Entry, enter } from './enter'
import { loginFailure, PeerError, requestJson } from './http-client'
import { type LoginMethod, textOf } from './provider'
import { providerPlace } from './state'

const METHOD: LoginMethod = {
  name: 'wechat',
  title: 'WeChat',
  column: 'wechat_id',
  defaultDisplayName: 'WeChat User',
  isOpen: (options) => options.WeChatAuthEnabled,
}

export interface WechatCode {
  readonly code: string
  readonly browser: Browser
}

/** Throws `login.method_closed`, `code.wrong`, `oauth.failed` and what `enter` throws. */
export async function logInByWechat(
  deps: ServiceDeps,
  actor: Actor,
  given: WechatCode,
): Promise<SignedIn | undefined> {
  const browser = { ...given.browser, viewer: undefined }
  return await enter(deps, actor, { ...(await entryOf(deps, given)), browser })
}

export async function bindWechat(
  deps: ServiceDeps,
  actor: Actor,
  given: WechatCode,
): Promise<void> {
  await bindIdentity(deps, actor, await entryOf(deps, given))
}

async function entryOf(deps: ServiceDeps, { code, browser }: WechatCode): Promise<Entry> {
  const { options, reveal } = await providerPlace(deps)
  if (!METHOD.isOpen(options)) throw new GatewayError('login.method_closed', methodParams)
  if (code.trim() === '') throw new GatewayError('code.wrong')
  const query = new URLSearchParams({ code: code.trim() })
  const answer = await requestJson({
    url: `${options.WeChatServerAddress}/api/wechat/user?${query}`,
    headers: { authorization: reveal(options.WeChatServerToken) },
  }).catch((error) => {
    throw loginFailure(METHOD.title, error)
  })
  const id = textOf(answer.data)
  if (answer.success !== true) throw new GatewayError('code.wrong')
  if (id === '') throw loginFailure(METHOD.title, new PeerError('answer'))
  const identity = { id, username: '', displayName: '', email: '' }
  return { method: METHOD, identity, affCode: '', browser }
}

const methodParams = { method: METHOD.title }
