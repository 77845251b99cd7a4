import { useCallback, useState } from 'react'
import { useText } from '../../../../app/language'
import { Note } from '../../../../components/form/Note'
import { Drawer } from '../../../../components/overlay/Drawer'
import { BotCheckWidget } from '../../../account/BotCheck'

interface BotCheckTrialProps {
  readonly siteKey: string
  readonly onToken: (token: string) => void
  readonly onClose: () => void
}

/** The check as visitors will have it, before it is between everybody and the site. */
export function BotCheckTrial({ siteKey, onToken, onClose }: BotCheckTrialProps) {
  const { text } = useText()
  const [isMissing, setMissing] = useState(false)
  const [report] = useState(() => onToken)
  const give = useCallback(
    (token: string) => {
      if (token !== '') report(token)
    },
    [report],
  )
  const miss = useCallback(() => setMissing(true), [])
  return (
    <Drawer
      kind="dialog"
      title={text('options.trial_title')}
      onClose={onClose}
      buttons={[{ content: text('ui.cancel'), onClick: onClose }]}
    >
      <p>{text('options.trial_text')}</p>
      {isMissing && <Note tone="warning">{text('options.trial_missing')}</Note>}
      <BotCheckWidget siteKey={siteKey} uses={0} onToken={give} onMissing={miss} />
    </Drawer>
  )
}
