/**
 * What a page of the console may load. Scripts are our own files only; another host is named
 * only while the operator has switched on the feature that needs it.
 */
import type { OptionValues } from '../domain/options'

const TURNSTILE = 'https://challenges.cloudflare.com'
const TELEGRAM = 'https://telegram.org'
const TELEGRAM_LOGIN = 'https://oauth.telegram.org'

/** `inline` are the sources of scripts that stand in the page itself. */
export function contentPolicy(options: OptionValues, inline: readonly string[] = []): string {
  // With its key alone the check is tried before it is switched on.
  const checksBots = options.TurnstileCheckEnabled || options.TurnstileSiteKey !== ''
  const hasTelegram = options.TelegramOAuthEnabled
  const scripts = [
    "'self'",
    ...inline,
    ...(checksBots ? [TURNSTILE] : []),
    ...(hasTelegram ? [TELEGRAM] : []),
  ]
  const frames = [
    ...(checksBots ? [TURNSTILE] : []),
    ...(hasTelegram ? [TELEGRAM_LOGIN] : []),
    ...framedPages(options),
  ]
  const rules: readonly (readonly [string, readonly string[]])[] = [
    ['default-src', ["'self'"]],
    ['script-src', scripts],
    // Primer measures and places things by style attributes.
    ['style-src', ["'self'", "'unsafe-inline'"]],
    // Logos and pictures in the operator's own texts come from anywhere.
    [
      'img-src',
      [
        "'self'",
        'data:',
        'blob:',
        'https:',
        ...originOf(options.Logo),
        ...originOf(options.WeChatAccountQRCodeImageURL),
      ],
    ],
    // What the playground had spoken is in the page itself.
    ['media-src', ["'self'", 'data:', 'blob:']],
    ['connect-src', ["'self'"]],
    ['frame-src', frames.length === 0 ? ["'none'"] : frames],
    ['form-action', ["'self'", ...originOf(options.PayAddress)]],
    ['object-src', ["'none'"]],
    ['base-uri', ["'none'"]],
    ['frame-ancestors', ["'none'"]],
  ]
  return rules.map(([name, sources]) => `${name} ${[...new Set(sources)].join(' ')}`).join('; ')
}

/** Pages of the operator's that are addresses, and chat pages, are shown in frames. */
function framedPages(options: OptionValues): readonly string[] {
  const { HomePageContent, About, FaqText, ContactText, Chats, ChatLink } = options
  const chats = Chats.flatMap((chat) => Object.values(chat))
  // The settings in a chat link may hold blanks; the single link stands in where there is none.
  const links = (chats.length > 0 ? chats : [ChatLink]).map((link) => link.replaceAll(' ', '%20'))
  const pages = [HomePageContent, About, FaqText, ContactText]
  const legal = [options['legal.user_agreement'], options['legal.privacy_policy']]
  return [...pages, ...legal, ...links].flatMap(originOf)
}

/** An origin cannot hold a semicolon or a blank, which would begin another rule. */
function originOf(text: string): readonly string[] {
  const url = /^https?:\/\/\S+$/.test(text.trim()) ? URL.parse(text.trim()) : null
  return url === null || url.host === '' ? [] : [url.origin]
}
