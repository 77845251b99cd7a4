import type { LoginMethod } from './provider'
import { OAUTH_PROVIDERS } from './providers'
import { TELEGRAM } from './telegram'
import { WECHAT } from './wechat'

/** Every way to log in beside the password. */
export const LOGIN_METHODS: readonly LoginMethod[] = [...OAUTH_PROVIDERS, WECHAT, TELEGRAM]
