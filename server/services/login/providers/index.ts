/** Every provider of the authorization code flow. */
import type { OauthProvider } from '../provider'
import { github } from './github'
import { linuxdo } from './linuxdo'
import { oidc } from './oidc'

export const OAUTH_PROVIDERS: readonly OauthProvider[] = [github, linuxdo, oidc]
