import { SnippetPicker } from '../../components/quick-start/SnippetPicker'
import { useText } from '../../language'

interface QuickStartProps {
  readonly address: string
  /** What the viewer can reach. */
  readonly models: readonly string[]
}

/** The same first call in the clients that people bring. */
export function QuickStart({ address, models }: QuickStartProps) {
  const { text } = useText()
  return (
    <section className="landing-start">
      <h2>{text('home.start')}</h2>
      <p>{text('home.start_text')}</p>
      <SnippetPicker address={address} models={models} />
    </section>
  )
}
