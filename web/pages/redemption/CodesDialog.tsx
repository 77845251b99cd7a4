import { Textarea } from '@primer/react'
import { useText } from '../../app/language'
import { Drawer } from '../../components/overlay/Drawer'
import { useCopy } from '../../components/text/use-copy'

interface CodesDialogProps {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

/** Codes to hand out, one per line. */
export function CodesDialog({ codes, onClose }: CodesDialogProps) {
  const { text } = useText()
  const copy = useCopy()
  const content = codes.join('\n')
  return (
    <Drawer
      kind="dialog"
      title={text('redemption.codes', { count: codes.length })}
      onClose={onClose}
      buttons={[
        { content: text('ui.close'), onClick: onClose },
        {
          content: text('ui.copy'),
          buttonType: 'primary',
          onClick: () => void copy(content),
        },
      ]}
    >
      <Textarea
        block
        readOnly
        className="mono"
        rows={Math.min(12, codes.length + 1)}
        aria-label={text('redemption.codes', { count: codes.length })}
        value={content}
      />
    </Drawer>
  )
}
