/** Who may sign in and register, and how. Third-party methods need their client first. */
import { address, boolean, integer, list, secret, section, string } from './option'

export const loginOptions = section('login', {
  PasswordLoginEnabled: boolean(true),
  PasswordRegisterEnabled: boolean(true),
  RegisterEnabled: boolean(true),
  EmailVerificationEnabled: boolean(false, { status: 'email_verification' }),

  GitHubOAuthEnabled: boolean(false, { status: 'github_oauth', needs: 'GitHubClientId' }),
  GitHubClientId: string({ status: 'github_client_id' }),
  GitHubClientSecret: secret(),

  LinuxDOOAuthEnabled: boolean(false, { status: 'linuxdo_oauth', needs: 'LinuxDOClientId' }),
  LinuxDOClientId: string({ status: 'linuxdo_client_id' }),
  LinuxDOClientSecret: secret(),

  WeChatAuthEnabled: boolean(false, { status: 'wechat_login', needs: 'WeChatServerAddress' }),
  WeChatServerAddress: address(),
  WeChatServerToken: secret(),
  WeChatAccountQRCodeImageURL: string({ status: 'wechat_qrcode' }),

  TelegramOAuthEnabled: boolean(false, { status: 'telegram_oauth', needs: 'TelegramBotToken' }),
  TelegramBotToken: secret(),
  TelegramBotName: string({ status: 'telegram_bot_name' }),

  'oidc.enabled': boolean(false, { status: 'oidc_enabled', needs: 'oidc.client_id' }),
  'oidc.client_id': string({ status: 'oidc_client_id' }),
  'oidc.client_secret': secret(),
  'oidc.well_known': address(),
  'oidc.authorization_endpoint': address({ status: 'oidc_authorization_endpoint' }),
  'oidc.token_endpoint': address(),
  'oidc.user_info_endpoint': address(),

  TurnstileCheckEnabled: boolean(false, { status: 'turnstile_check', needs: 'TurnstileSiteKey' }),
  // Public by its nature: the page shows it to the browser.
  TurnstileSiteKey: string({ status: 'turnstile_site_key' }),
  TurnstileSecretKey: secret(),

  EmailDomainRestrictionEnabled: boolean(false, { needs: 'EmailDomainWhitelist' }),
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

  // Without effect, in the family's releases too; kept so that their front ends can save them.
  FileUploadPermission: integer({ default: 0, min: 0, max: 100 }),
  FileDownloadPermission: integer({ default: 0, min: 0, max: 100 }),
  ImageUploadPermission: integer({ default: 0, min: 0, max: 100 }),
  ImageDownloadPermission: integer({ default: 0, min: 0, max: 100 }),
})
