import { lazy, Suspense, useState } from 'react'
import { useEndpoint } from '../../api/use-endpoint'
import { Drawer } from '../../components/Drawer'
import { useText } from '../../language'
import { readStored, store } from '../../storage'

const SafeHtml = lazy(() => import('../../components/SafeHtml'))

/** The announcement, until it is closed; a new one is shown again. */
const STORED_AS = 'notice'

export function Notice() {
  const { text } = useText()
  const { data = '' } = useEndpoint('status.notice')
  const [closed, close] = useState(readStored(STORED_AS) ?? '')
  if (data.trim() === '' || data === closed) return null
  const dismiss = (): void => {
    store(STORED_AS, data)
    close(data)
  }
  return (
    <Drawer
      kind="dialog"
      title={text('home.notice')}
      onClose={dismiss}
      buttons={[{ content: text('ui.close'), onClick: dismiss, autoFocus: true }]}
    >
      <Suspense fallback={null}>
        <SafeHtml markdown={data} />
      </Suspense>
    </Drawer>
  )
}
