import { CheckIcon, NoEntryIcon, PencilIcon, TrashIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { REDEMPTION_STATUS } from '../../../server/domain/status'
import { useText } from '../../app/language'
import { RedemptionDrawer } from './RedemptionDrawer'
import type { Redemption } from './redemption'
import { useCodeActs } from './use-code-acts'

/** What can be done with the code of a page; only an unused one is edited. */
export function CodeHeaderActions({ code }: { readonly code: Redemption }) {
  const { text } = useText()
  const [, navigate] = useLocation()
  const { isBusy, enable, disable, remove } = useCodeActs()
  const [isEdited, edit] = useState(false)
  const { unused, disabled } = REDEMPTION_STATUS
  const removeHere = async (): Promise<void> => {
    if (await remove([code])) navigate('/redemption')
  }
  return (
    <>
      {code.status === unused && (
        <>
          <Button leadingVisual={PencilIcon} onClick={() => edit(true)}>
            {text('ui.edit')}
          </Button>
          <Button leadingVisual={NoEntryIcon} loading={isBusy} onClick={() => void disable([code])}>
            {text('ui.disable')}
          </Button>
        </>
      )}
      {code.status === disabled && (
        <Button leadingVisual={CheckIcon} loading={isBusy} onClick={() => void enable([code])}>
          {text('ui.enable')}
        </Button>
      )}
      <Button
        variant="danger"
        leadingVisual={TrashIcon}
        loading={isBusy}
        onClick={() => void removeHere()}
      >
        {text('ui.remove')}
      </Button>
      {isEdited && (
        <RedemptionDrawer redemption={code} onMade={() => undefined} onClose={() => edit(false)} />
      )}
    </>
  )
}
