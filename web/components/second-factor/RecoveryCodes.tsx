/** The codes for a lost device, which are shown this once. */
import { CopyIcon, DownloadIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { Drawer } from '../overlay/Drawer'
import { downloadFile } from '../table/download'
import { useCopy } from '../text/use-copy'
import './second-factor.css'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const { text } = useText()
  const { system_name } = useSite()
  const copy = useCopy()
  const lines = codes.join('\n')
  return (
    <Drawer
      kind="dialog"
      title={text('factor.codes')}
      onClose={onClose}
      buttons={[{ content: text('factor.codes_saved'), buttonType: 'primary', onClick: onClose }]}
    >
      <div className="form">
        <span>{text('factor.codes_text')}</span>
        <ul className="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className="form-inline">
          <Button leadingVisual={CopyIcon} onClick={() => void copy(lines)}>
            {text('ui.copy')}
          </Button>
          <Button
            leadingVisual={DownloadIcon}
            onClick={() =>
              downloadFile(`${system_name}-recovery-codes.txt`, `${lines}\n`, 'text/plain')
            }
          >
            {text('factor.codes_download')}
          </Button>
        </div>
      </div>
    </Drawer>
  )
}
