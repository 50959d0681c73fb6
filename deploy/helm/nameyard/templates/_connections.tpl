{{- /*
  Refuses more connections than the database has: of each service, all replicas and the one that a rollout adds, each with
  its pool and the connection that watches the database; a fifth stays free for operators and backups.
*/ -}}
{{- define "nameyard.assertConnections" -}}
{{- $values := .Values -}}
{{- $sum := 0 -}}
{{- range list "customers" "events" "orders" "domains" "dns" -}}
{{- $service := get $values . -}}
{{- $sum = add $sum (mul (add $service.replicas 1) (add $service.pool 1)) -}}
{{- end -}}
{{- range $values.workers -}}
{{- $most := .replicas -}}
{{- if .keda -}}{{- $most = .keda.maxReplicas -}}{{- end -}}
{{- $sum = add $sum (mul (add $most 1) (add $values.registryWorker.pool 1)) -}}
{{- end -}}
{{- if $values.sandboxRegistry.enabled -}}
{{- $sum = add $sum (mul 2 (add $values.sandboxRegistry.pool 1)) -}}
{{- end -}}
{{- $most := sub $values.database.maxConnections $values.database.reservedConnections -}}
{{- if gt (mul $sum 6) (mul $most 5) -}}
{{- fail (printf "The services can open %d connections, and with a fifth in reserve %d are too few: raise max_connections of the server and database.maxConnections, or lower replicas and pools." $sum $most) -}}
{{- end -}}
{{- end }}
