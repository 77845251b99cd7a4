import { isLoopback } from '../../../domain/network/loopback'
import type { OptionKey, OptionValues } from '../../../domain/options'
import { isMailReady } from '../../mail/send-mail'
import { takesPayments } from '../../payments/accounts'
import type { Check, Finding } from '../check'
import type { Examined } from '../examined'
import { someOf } from '../list-some'

export const options: Check<Examined> = {
  id: 'options',
  area: 'settings',
  look: async ({ optionProblems }) => {
    if (optionProblems.length === 0) return { status: 'ok', text: 'doctor.options.ok' }
    const params = { keys: someOf(optionProblems.map(({ key }) => key)) }
    return {
      status: 'warn',
      text: 'doctor.options.unreadable',
      hint: 'doctor.options.hint',
      params,
    }
  },
}

export const mail: Check<Examined> = {
  id: 'mail',
  area: 'settings',
  look: async ({ options }) => {
    const begun = options.SMTPServer !== '' || options.SMTPAccount !== ''
    const needed = options.EmailVerificationEnabled
    if (!begun && !needed) return { status: 'ok', text: 'doctor.mail.off' }
    if (!isMailReady(options)) {
      const status = needed ? 'fail' : 'warn'
      return { status, text: 'doctor.mail.incomplete', hint: 'doctor.mail.hint' }
    }
    if (options.SMTPAccount !== '' && options.SMTPToken === '') {
      return { status: 'warn', text: 'doctor.mail.no_password', hint: 'doctor.mail.hint' }
    }
    return { status: 'ok', text: 'doctor.mail.ok' }
  },
}

/** Sign-ins whose provider redirects back here, and so needs `ServerAddress` to be set. */
const NEED_ADDRESS = [
  'GitHubOAuthEnabled',
  'LinuxDOOAuthEnabled',
  'oidc.enabled',
] as const satisfies readonly OptionKey[]

export const address: Check<Examined> = {
  id: 'address',
  area: 'settings',
  look: async ({ options }) => {
    const needing = [
      ...NEED_ADDRESS.filter((key) => options[key]),
      ...payments(options),
      // Links in mails lead to it.
      ...(isMailReady(options) ? ['SMTPServer'] : []),
    ]
    const params = { keys: needing.join(', '), address: options.ServerAddress }
    if (needing.length > 0 && options.ServerAddress === '') {
      return { status: 'fail', text: 'doctor.address.missing', hint: 'doctor.address.hint', params }
    }
    return checkAddress(needing, params)
  },
}

function checkAddress(
  needing: readonly string[],
  params: { readonly keys: string; readonly address: string },
): Finding {
  if (params.address === '') return { status: 'ok', text: 'doctor.address.unneeded' }
  if (needing.length > 0 && isLocal(params.address)) {
    return { status: 'warn', text: 'doctor.address.local', hint: 'doctor.address.hint', params }
  }
  return { status: 'ok', text: 'doctor.address.ok', params }
}

/** The payment service calls back to an address of its own when there is one. */
function payments(values: OptionValues): string[] {
  return takesPayments(values) && values.CustomCallbackAddress === '' ? ['PayAddress'] : []
}

function isLocal(url: string): boolean {
  return isLoopback(URL.parse(url)?.hostname ?? '')
}
