import type SMTPTransport from 'nodemailer/lib/smtp-transport'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { TextKey } from '../../domain/i18n/translate'
import type { OptionValues } from '../../domain/options'
import { openSecret } from '../options/secret'
import type { ServiceDeps } from '../service-deps'

export interface Mail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const IMPLICIT_TLS_PORT = 465
const CONNECT_TIMEOUT_MS = 10_000
const SILENCE_TIMEOUT_MS = 15_000

/** Throws `mail.not_configured`; callers ask before they do what only a mail can finish. */
export function requireMailSettings(options: OptionValues): void {
  if (!isMailReady(options)) throw new GatewayError('mail.not_configured')
}

export function isMailReady(options: OptionValues): boolean {
  return options.SMTPServer !== '' && senderOf(options) !== ''
}

type MailDeps = Pick<ServiceDeps, 'sealer' | 'accounts'>

/**
 * Sends one mail to one address, whatever characters it has. Returns what the server said to
 * it. Throws `mail.not_configured` or `mail.failed`, whose cause has the server's own words.
 */
export async function sendMail(
  deps: MailDeps,
  options: OptionValues,
  order: { readonly to: string; readonly mail: Mail },
): Promise<string> {
  requireMailSettings(options)
  // Loaded on first use: it costs a command that sends nothing a tenth of a second.
  const nodemailer = await import('nodemailer')
  const transport = nodemailer.createTransport(transportOptions(deps, options))
  try {
    const { response } = await transport.sendMail({
      from: { name: options.SystemName, address: senderOf(options) },
      // As an object: a text would be split at commas and semicolons.
      to: { name: '', address: order.to },
      ...order.mail,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    return response
  } catch (error) {
    throw new GatewayError('mail.failed', { reason: reasonOf(error) }, { cause: error })
  } finally {
    transport.close()
  }
}

function senderOf(options: OptionValues): string {
  return options.SMTPFrom || options.SMTPAccount
}

function transportOptions(deps: MailDeps, options: OptionValues): SMTPTransport.Options {
  const { SMTPServer: host, SMTPPort: port, SMTPAccount: user } = options
  const pass = openSecret(deps.sealer, options.SMTPToken)
  const mayBePlain = deps.accounts?.smtpTls === 'optional' || isThisHost(host)
  return {
    host,
    port,
    secure: port === IMPLICIT_TLS_PORT || options.SMTPSSLEnabled,
    requireTLS: !mayBePlain,
    // Nobody else can read what stays on this host, and its certificate names no one.
    tls: { rejectUnauthorized: !isThisHost(host) },
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    ...(user !== '' && pass !== '' ? { auth: { user, pass } } : {}),
  }
}

function isThisHost(host: string): boolean {
  return host === '127.0.0.1' || host === '::1'
}

const REASONS: Readonly<Record<string, TextKey>> = {
  EAUTH: 'reason.mail_account',
  ENOAUTH: 'reason.mail_account',
  ECONNECTION: 'reason.mail_connection',
  ETIMEDOUT: 'reason.mail_connection',
  EDNS: 'reason.mail_connection',
  ESOCKET: 'reason.mail_connection',
  ETLS: 'reason.mail_tls',
  EENVELOPE: 'reason.mail_address',
}

/** Named by code only: the server's own words may name hosts and accounts. */
function reasonOf(error: unknown): TextKey {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const text = error instanceof Error ? error.message : ''
  if (/certificate|self.signed|altnames/i.test(text)) return 'reason.mail_tls'
  return REASONS[code] ?? 'reason.mail_unknown'
}
