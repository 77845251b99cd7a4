import { useText } from '../../app/language'
import FactorDialog from '../sign-in/FactorDialog'
import AppDialog from './AppDialog'
import NameDialog from './NameDialog'
import { RecoveryCodes } from './RecoveryCodes'
import type { FactorActs, FactorDialogState } from './use-factor-acts'

interface FactorDialogsProps {
  readonly dialog: FactorDialogState
  readonly acts: FactorActs
  readonly onClose: () => void
}

/** Whatever is open above the card. */
export function FactorDialogs({ dialog, acts, onClose }: FactorDialogsProps) {
  const { text } = useText()
  switch (dialog.kind) {
    case 'app':
      return (
        <AppDialog
          begun={dialog.begun}
          onAdded={() => void acts.appAdded(dialog.begun.backup_codes)}
          onClose={onClose}
        />
      )
    case 'codes':
      return <RecoveryCodes codes={dialog.codes} onClose={onClose} />
    case 'remove_app':
      return (
        <FactorDialog
          explanation={text('factor.app_remove_text')}
          onCode={acts.removeApp}
          onClose={onClose}
        />
      )
    case 'name': {
      const { passkey } = dialog
      return (
        <NameDialog
          title={text(passkey === undefined ? 'factor.passkey_add' : 'factor.passkey_rename')}
          initial={passkey?.name ?? ''}
          onName={(name) => {
            onClose()
            if (passkey === undefined) void acts.addPasskey(name)
            else void acts.renamePasskey(passkey, name)
          }}
          onClose={onClose}
        />
      )
    }
  }
}
