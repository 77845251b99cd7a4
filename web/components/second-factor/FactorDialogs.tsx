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
          onCode={(code) => acts.enableApp(code, dialog.begun.backup_codes)}
          onClose={acts.closeForm}
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
          success={passkey && text('ui.done')}
          onName={(name) =>
            passkey === undefined ? acts.addPasskey(name) : acts.renamePasskey(passkey, name)
          }
          onClose={acts.closeForm}
        />
      )
    }
  }
}
