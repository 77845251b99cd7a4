import { type ReactNode, useState } from 'react'
import type { TokenJson } from '../../../server/domain/endpoints/token'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { lateDialog } from '../../components/late/Late'
import { useConfirmation } from '../../components/overlay/Confirm'
import { useAction } from '../../components/page/use-action'

const KeyDialog = lateDialog(async () => (await import('./KeyDialog')).KeyDialog)

interface Rotation {
  readonly isBusy: boolean
  /** Asks first, because the key that is in use stops working. */
  readonly rotate: (token: Pick<TokenJson, 'id' | 'name'>) => Promise<void>
  /** The new key, to be put into the page. */
  readonly sheet: ReactNode
}

/** Gives an own token another key, and shows it. */
export function useRotation(): Rotation {
  const { text } = useText()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const [rotated, show] = useState<TokenJson | undefined>(undefined)
  const rotate = async ({ id, name }: Pick<TokenJson, 'id' | 'name'>): Promise<void> => {
    const agreed = await confirm({
      title: text('token.rotate_title', { name }),
      message: text('token.rotate_text'),
      agree: text('token.rotate'),
      danger: true,
    })
    if (!agreed) return
    await run(async () => {
      const { data } = await call('token.rotate', { params: { id } })
      show(data)
      await refresh('token')
    })
  }
  const sheet = rotated && (
    <KeyDialog token={rotated} after="rotation" onClose={() => show(undefined)} />
  )
  return { isBusy, rotate, sheet }
}
