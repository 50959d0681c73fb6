import {
  BigValueColorMode,
  BigValueGraphMode,
  ReduceDataOptionsBuilder,
  VizLegendOptionsBuilder,
} from '@grafana/grafana-foundation-sdk/common'
import {
  DashboardBuilder,
  DashboardCursorSync,
  DashboardLinkBuilder,
  DashboardLinkType,
  DatasourceVariableBuilder,
  RowBuilder,
  ThresholdsConfigBuilder,
  ThresholdsMode,
} from '@grafana/grafana-foundation-sdk/dashboard'
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus'
import { PanelBuilder as StatPanelBuilder } from '@grafana/grafana-foundation-sdk/stat'
import { PanelBuilder as TimeSeriesPanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries'

/** Units of Grafana that the panels use. */
type Unit = 'bytes' | 'percentunit' | 's' | 'ops' | 'reqps' | 'short'

/** One curve: a PromQL expression, and its name in the legend with labels in double braces. */
type Curve = readonly [expression: string, legend: string]

/** A panel over the time. */
interface Chart {
  readonly title: string
  /** What a reader should look for. */
  readonly about: string
  readonly unit: Unit
  readonly curves: readonly Curve[]
}

/** A figure that is red from a value on. */
interface Figure {
  readonly title: string
  readonly about: string
  readonly unit: Unit
  readonly expression: string
  /** The value from which on the figure is red: that of the alert. */
  readonly redFrom: number
}

interface Row {
  readonly title: string
  readonly figures?: readonly Figure[]
  readonly charts?: readonly Chart[]
}

/** A dashboard, without what Grafana needs to draw it. */
export interface Dashboard {
  /** Name of its file, and its id in the addresses of Grafana. */
  readonly name: string
  readonly title: string
  readonly rows: readonly Row[]
}

/** The data source that the reader chooses at the top of the page. */
const source = { type: 'prometheus', uid: '${datasource}' }

/** Columns of Grafana's grid. */
const FIGURE_SPAN = 4
const CHART_SPAN = 12

const query = ([expression, legend]: Curve) => new DataqueryBuilder().expr(expression).legendFormat(legend)

function figurePanel({ title, about, unit, expression, redFrom }: Figure) {
  const steps = [
    { value: null, color: 'green' },
    { value: redFrom, color: 'red' },
  ]
  return new StatPanelBuilder()
    .title(title)
    .description(about)
    .datasource(source)
    .unit(unit)
    .noValue('no data')
    .height(4)
    .span(FIGURE_SPAN)
    .graphMode(BigValueGraphMode.Area)
    .colorMode(BigValueColorMode.Background)
    .reduceOptions(new ReduceDataOptionsBuilder().calcs(['lastNotNull']))
    .thresholds(new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps(steps))
    .withTarget(query([expression, title]))
}

function chartPanel({ title, about, unit, curves }: Chart) {
  return new TimeSeriesPanelBuilder()
    .title(title)
    .description(about)
    .datasource(source)
    .unit(unit)
    .min(0)
    .height(8)
    .span(CHART_SPAN)
    .legend(new VizLegendOptionsBuilder().showLegend(true))
    .targets(curves.map((curve, index) => query(curve).refId(String.fromCodePoint(0x41 + index))))
}

/** Prints the JSON that Grafana imports. */
export function printDashboard({ name, title, rows }: Dashboard): string {
  const page = new DashboardBuilder(title)
    .uid(`nameyard-${name}`)
    .tags(['nameyard'])
    .readonly()
    .refresh('30s')
    .time({ from: 'now-6h', to: 'now' })
    .timezone('browser')
    .tooltip(DashboardCursorSync.Crosshair)
    .withVariable(new DatasourceVariableBuilder('datasource').label('Data source').type('prometheus'))
    .link(
      new DashboardLinkBuilder('Nameyard')
        .type(DashboardLinkType.Dashboards)
        .tags(['nameyard'])
        .asDropdown(true)
        .keepTime(true),
    )
  for (const row of rows) {
    page.withRow(new RowBuilder(row.title))
    for (const figure of row.figures ?? []) page.withPanel(figurePanel(figure))
    for (const chart of row.charts ?? []) page.withPanel(chartPanel(chart))
  }
  return `${JSON.stringify(page.build(), null, 2)}\n`
}

/** The expressions of the 50th, 95th and 99th hundredth of a histogram, by the given labels. */
export function quantiles(histogram: string, selector = '', by = ''): Curve[] {
  const [labels, legend] = by ? [`le, ${by}`, ` {{${by}}}`] : ['le', '']
  return [0.5, 0.95, 0.99].map((part) => [
    `histogram_quantile(${part}, sum by (${labels}) (rate(${histogram}_bucket${selector}[$__rate_interval])))`,
    `${part * 100} %${legend}`,
  ])
}
