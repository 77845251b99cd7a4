import { type ComponentType, type ReactNode, Suspense } from 'react'
import { useToast } from '../../app/Toasts'
import { LateBoundary, lazyPart } from './lazy-part'

interface LateProps {
  readonly onClose: () => void
  readonly children: ReactNode
}

/** What opens over the page and is fetched then; where it cannot be, it says so and closes. */
export function Late({ onClose, children }: LateProps) {
  const toast = useToast()
  const onMissing = (error: unknown): void => {
    toast.failure(error)
    onClose()
  }
  return (
    <LateBoundary onMissing={onMissing}>
      <Suspense fallback={null}>{children}</Suspense>
    </LateBoundary>
  )
}

interface Closing {
  readonly onClose: () => void
}

/** A drawer or dialog of a page that is fetched when it is first opened. */
export function lateDialog<Props extends Closing>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Dialog = lazyPart(async () => ({ default: await load() }))
  return function LateDialog(props: Props) {
    return (
      <Late onClose={props.onClose}>
        <Dialog {...props} />
      </Late>
    )
  }
}
