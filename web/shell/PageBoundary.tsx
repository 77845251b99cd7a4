import { AlertIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { Component, type ReactNode } from 'react'
import { useText } from '../app/language'
import { forgetFailedParts } from '../components/late/lazy-part'
import { Blank } from '../components/page/Blank'

interface BoundaryProps {
  readonly children: ReactNode
}

interface BoundaryState {
  readonly isBroken: boolean
}

/** A page that breaks leaves the frame and every other page working. */
export class PageBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { isBroken: false }

  static getDerivedStateFromError(): BoundaryState {
    return { isBroken: true }
  }

  /** A broken page is fetched again when somebody leaves it and comes back. */
  override componentWillUnmount(): void {
    if (this.state.isBroken) forgetFailedParts()
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children
    const retry = (): void => {
      forgetFailedParts()
      this.setState({ isBroken: false })
    }
    return <BrokenPage onRetry={retry} />
  }
}

function BrokenPage({ onRetry }: { readonly onRetry: () => void }) {
  const { text } = useText()
  return (
    <Blank isPage icon={AlertIcon} title={text('failure.page')} message={text('failure.page_text')}>
      <Button onClick={onRetry}>{text('ui.retry')}</Button>
    </Blank>
  )
}
