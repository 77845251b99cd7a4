/** What people do to their own second factors. */
import { useState } from 'react'
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useConfirmation } from '../overlay/Confirm'
import { useAction } from '../page/use-action'
import { useOwnerProof } from '../sign-in/OwnerProof'
import { usePasskeys } from '../sign-in/use-passkeys'

export type Passkey = DataOf<'second_factor.status'>['passkeys'][number]

type Named = Pick<Passkey, 'id' | 'name'>

/** What is open above the card. */
export type FactorDialogState =
  | { readonly kind: 'app'; readonly begun: DataOf<'second_factor.setup'> }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'name'; readonly passkey: Named | undefined }
  | { readonly kind: 'remove_app' }

export function useFactorActs(reload: () => Promise<unknown>) {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const confirm = useConfirmation()
  const asOwner = useOwnerProof()
  const passkeys = usePasskeys()
  const [dialog, open] = useState<FactorDialogState | undefined>(undefined)
  const changed = async (codes: readonly string[]): Promise<void> => {
    open(codes.length === 0 ? undefined : { kind: 'codes', codes })
    await Promise.all([reload(), refresh('session')])
  }
  return {
    isBusy,
    dialog,
    open,
    close: () => open(undefined),
    /** Recovery codes that a form has led to stay. */
    closeForm: () => open((now) => (now?.kind === 'codes' ? now : undefined)),
    addApp: () =>
      run(async () => {
        const { data: begun } = await asOwner(() => call('second_factor.setup', { body: {} }))
        open({ kind: 'app', begun })
      }),
    async enableApp(code: string, codes: readonly string[]): Promise<void> {
      await call('second_factor.enable', { body: { code } })
      await changed(codes)
    },
    async removeApp(code: string): Promise<void> {
      await call('second_factor.disable', { body: { code } })
      await run(() => changed([]), text('factor.removed'))
    },
    async addPasskey(name: string): Promise<void> {
      await changed(await asOwner(() => passkeys.make(name)))
    },
    async renamePasskey({ id }: Named, name: string): Promise<void> {
      await call('passkey.rename', { params: { id }, body: { name } })
      await reload()
    },
    async removePasskey({ id, name }: Named): Promise<void> {
      const question = {
        title: text('factor.passkey_remove_title', { name: name || text('factor.passkey') }),
        agree: text('factor.remove'),
        danger: true,
      }
      if (!(await confirm(question))) return
      await run(async () => {
        await call('passkey.remove', { params: { id } })
        await changed([])
      }, text('factor.removed'))
    },
    async renewCodes(): Promise<void> {
      const question = {
        title: text('factor.codes_renew_title'),
        message: text('factor.codes_renew_text'),
        agree: text('factor.codes_renew'),
      }
      if (!(await confirm(question))) return
      await run(async () => {
        const { data } = await call('second_factor.codes', { body: {} })
        await changed(data.backup_codes)
      })
    },
  }
}

export type FactorActs = ReturnType<typeof useFactorActs>
