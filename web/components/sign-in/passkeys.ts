/** What talks to the authenticator, for whoever uses a passkey. */
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { ApiError } from '../../../server/domain/api-calls/answer'
import type { UserJson } from '../../../server/domain/endpoints/user'
import { call } from '../../api/client'
import type { Text } from '../../app/language'

export interface Passkeys {
  /** Alone, or as the second step of a login that waits. */
  readonly logIn: () => Promise<UserJson>
  /** Proves once more who is logged in. */
  readonly prove: () => Promise<void>
  /** Returns recovery codes when it is the first second factor. */
  readonly make: (name: string) => Promise<readonly string[]>
}

export function passkeysTelling(text: Text): Passkeys {
  const sign = async ({ publicKey }: { readonly publicKey: unknown }) => {
    const optionsJSON = publicKey as PublicKeyCredentialRequestOptionsJSON
    return await orDeclined(startAuthentication({ optionsJSON }), text)
  }
  return {
    async logIn() {
      const { data } = await call('passkey.login_begin', { body: {} })
      const signed = await sign(data.options)
      return (await call('passkey.login_finish', { body: signed })).data
    },
    async prove() {
      const { data } = await call('passkey.verify_begin', { body: {} })
      await call('passkey.verify_finish', { body: await sign(data.options) })
    },
    async make(name) {
      const { data } = await call('passkey.register_begin', { body: {} })
      const optionsJSON = data.options.publicKey as PublicKeyCredentialCreationOptionsJSON
      const made = await orDeclined(startRegistration({ optionsJSON }), text)
      return (await call('passkey.register_finish', { body: { ...made, name } })).data.backup_codes
    },
  }
}

/** The browser does not report whether somebody declined or there was no passkey. */
async function orDeclined<Made>(ceremony: Promise<Made>, text: Text): Promise<Made> {
  try {
    return await ceremony
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError'
    const message = text(isKnown ? 'factor.passkey_known' : 'factor.passkey_declined')
    throw new ApiError(200, { message })
  }
}
