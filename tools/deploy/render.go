// Renders a Helm chart as `helm template` does, for the goldens: no hooks, lookup, .Files or subcharts. Helm prints nothing
// for a value that is missing; here that is an error. Built with the Debian packages golang-go, golang-github-masterminds-sprig-dev and golang-k8s-sigs-yaml-dev:
//
//	GO111MODULE=off GOPATH=/usr/share/gocode go run render.go <chart> <release> <values>...
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type object = map[string]interface{}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(file string) object {
	text, err := os.ReadFile(file)
	check(err)
	parsed := object{}
	check(yaml.Unmarshal(text, &parsed))
	return parsed
}

// merge puts the values of over into base; maps are merged, all else is replaced.
func merge(base, over object) object {
	for key, value := range over {
		old, isMap := base[key].(object)
		if given, ok := value.(object); ok && isMap {
			base[key] = merge(old, given)
		} else {
			base[key] = value
		}
	}
	return base
}

func main() {
	chart, release := os.Args[1], os.Args[2]
	values := read(filepath.Join(chart, "values.yaml"))
	for _, file := range os.Args[3:] {
		values = merge(values, read(file))
	}
	about := read(filepath.Join(chart, "Chart.yaml"))
	data := object{
		"Values":  values,
		"Chart":   object{"Name": about["name"], "Version": about["version"], "AppVersion": about["appVersion"]},
		"Release": object{"Name": release, "Namespace": release, "Service": "Helm", "Revision": 1},
	}

	all := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	delete(functions, "env")
	delete(functions, "expandenv")
	functions["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	functions["fromYaml"] = func(text string) (object, error) {
		parsed := object{}
		err := yaml.Unmarshal([]byte(text), &parsed)
		return parsed, err
	}
	functions["include"] = func(name string, data interface{}) (string, error) {
		text := strings.Builder{}
		err := all.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	functions["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, fmt.Errorf("%s", message)
		}
		return value, nil
	}
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	check(err)
	all.Funcs(functions)
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(err)
		_, err = all.New(filepath.Base(file)).Parse(string(text))
		check(err)
	}
	for _, file := range files {
		if filepath.Ext(file) != ".yaml" {
			continue
		}
		text := strings.Builder{}
		check(all.ExecuteTemplate(&text, filepath.Base(file), data))
		if strings.Contains(text.String(), "<no value>") {
			check(fmt.Errorf("%s prints a value that is missing", file))
		}
		fmt.Printf("---\n# Source: %s\n%s\n", filepath.Base(file), strings.TrimSpace(text.String()))
	}
}
