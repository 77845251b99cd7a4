/** Who may sign in and register, and how. Third-party methods need their client first. */
import { FACTOR_POLICIES } from '../accounts/factor-policies'
import {
  address,
  boolean,
  date,
  inert,
  integer,
  json,
  list,
  secret,
  section,
  select,
  string,
} from './option'
import { TextByName } from './shapes'

const PERMISSION = { default: 0, min: 0, max: 100 } as const
const OIDC_NEEDS = ['oidc.client_id', 'oidc.client_secret'] as const

export const loginOptions = section('login', {
  PasswordLoginEnabled: boolean(true, { status: 'password_login' }),
  PasswordLoginClosedDomains: list([]),
  PasswordRegisterEnabled: boolean(true, { status: 'password_register' }),
  RegisterEnabled: boolean(true, { status: 'register' }),
  UserOrganisationsEnabled: boolean(false, { status: 'user_organisations' }),
  PasskeyLoginEnabled: boolean(true, { status: 'passkey_login' }),
  SecondFactorRequired: select(FACTOR_POLICIES),
  SecondFactorRequiredFrom: date(),
  EmailVerificationEnabled: boolean(false, { status: 'email_verification' }),

  GitHubOAuthEnabled: boolean(false, {
    status: 'github_oauth',
    needs: ['GitHubClientId', 'GitHubClientSecret'],
  }),
  GitHubClientId: string({ status: 'github_client_id' }),
  GitHubClientSecret: secret(),

  LinuxDOOAuthEnabled: boolean(false, {
    status: 'linuxdo_oauth',
    needs: ['LinuxDOClientId', 'LinuxDOClientSecret'],
  }),
  LinuxDOClientId: string({ status: 'linuxdo_client_id' }),
  LinuxDOClientSecret: secret(),

  WeChatAuthEnabled: boolean(false, {
    status: 'wechat_login',
    needs: ['WeChatServerAddress', 'WeChatServerToken'],
  }),
  WeChatServerAddress: address(),
  WeChatServerToken: secret(),
  WeChatAccountQRCodeImageURL: string({ status: 'wechat_qrcode' }),

  TelegramOAuthEnabled: boolean(false, {
    status: 'telegram_oauth',
    needs: ['TelegramBotToken', 'TelegramBotName'],
  }),
  TelegramBotToken: secret(),
  TelegramBotName: string({ status: 'telegram_bot_name' }),

  'oidc.enabled': boolean(false, { status: 'oidc_enabled', needs: OIDC_NEEDS }),
  'oidc.client_id': string({ status: 'oidc_client_id' }),
  'oidc.client_secret': secret(),
  'oidc.well_known': address(),
  'oidc.authorization_endpoint': address({ status: 'oidc_authorization_endpoint' }),
  'oidc.token_endpoint': address(),
  'oidc.user_info_endpoint': address(),
  'oidc.jwks_uri': address(),
  'oidc.groups_claim': string({ default: 'groups' }),
  'oidc.group_map': json({ default: {}, schema: TextByName }),
  'oidc.organisation_map': json({ default: {}, schema: TextByName }),
  'oidc.role_map': json({ default: {}, schema: TextByName }),
  'oidc.links_scim': boolean(false),
  'oidc.single_logout': boolean(false),

  TurnstileCheckEnabled: boolean(false, {
    status: 'turnstile_check',
    needs: ['TurnstileSiteKey', 'TurnstileSecretKey'],
  }),
  // Public by its nature: the page shows it to the browser.
  TurnstileSiteKey: string({ status: 'turnstile_site_key' }),
  TurnstileSecretKey: secret(),

  EmailDomainRestrictionEnabled: boolean(false, { needs: ['EmailDomainWhitelist'] }),
  EmailAliasRestrictionEnabled: boolean(false),
  EmailDomainWhitelist: list([
    'gmail.com',
    '163.com',
    '126.com',
    'qq.com',
    'outlook.com',
    'hotmail.com',
    'icloud.com',
    'yahoo.com',
    'foxmail.com',
  ]),

  EmailCodeValidMinutes: integer({ default: 3, min: 1, max: 60 }),
  ResetLinkValidMinutes: integer({ default: 30, min: 1, max: 1440 }),

  // Without effect, in the family's releases too; stored so that their front ends can save them.
  FileUploadPermission: inert('never_read', integer(PERMISSION)),
  FileDownloadPermission: inert('never_read', integer(PERMISSION)),
  ImageUploadPermission: inert('never_read', integer(PERMISSION)),
  ImageDownloadPermission: inert('never_read', integer(PERMISSION)),
})
