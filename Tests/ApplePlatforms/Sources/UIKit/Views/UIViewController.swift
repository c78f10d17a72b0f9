public import Foundation

/// Manages a view, which it loads when it is first asked for.
@MainActor open class UIViewController: UIResponder {
  private var loadedView: UIView?

  /// The title, which a navigation bar shows.
  open var title: String?

  /// Makes a controller.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }

  /// Makes a controller of an archive, which these stand-ins leave out.
  public required init?(coder: NSCoder) { super.init() }

  /// The view; to ask for it loads it.
  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return loadedView
    }
    set { loadedView = newValue }
  }

  /// Whether the view was loaded.
  open var isViewLoaded: Bool { loadedView != nil }

  /// Loads the view unless it is there.
  open func loadViewIfNeeded() {
    guard loadedView == nil else { return }
    loadView()
    viewDidLoad()
  }

  /// Makes the view.
  open func loadView() { view = UIView(frame: .zero) }

  /// Called when the view was loaded.
  open func viewDidLoad() {}
}
